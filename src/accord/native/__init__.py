"""Compiled readers of files that strangers may have written, in a process of their own.

Libraries in C and Rust read SPSS, Stata, SAS, Excel and Parquet files. A damaged or malicious file
can make them crash, hang or exhaust the memory, which no exception handler can prevent. They
therefore run in a child process with limits (`process.py`, `child.py`, `limits.py`, `watching.py`),
and hand the data back as plain bytes (`messages.py`, `columns.py`), because unpickling could run
code. A module for each library has the functions that run in the child.
"""
