"""The web page (extra ``web``)."""
