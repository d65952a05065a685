"""What a typed program does: evaluation, legal play, tricks, melds, talks, settlement."""
