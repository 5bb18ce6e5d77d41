"""What reviewers' verdicts come to, over many claims."""
