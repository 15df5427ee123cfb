"""What tests of several rooms share: paths, the command line, servers, browsers, Spark."""
