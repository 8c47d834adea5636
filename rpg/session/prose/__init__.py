"""Reading prose for comings and goings, in English and Chinese: names, clauses, claims."""
