"""Pictures of standings: boards, people, podiums, posters, films."""
