"""The page of `truel-ref explore`, and maps as pages of HTML."""
