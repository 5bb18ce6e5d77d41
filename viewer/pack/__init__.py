"""The verification pack: an answer with its checks, its reviewers' verdicts and a picture of everything that is marked,
as one file to keep."""
