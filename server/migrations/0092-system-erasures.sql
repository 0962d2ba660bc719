-- Drawn from by each erasure of a customer: who reads customers for minutes sees by it whether one came between.
CREATE SEQUENCE erasures;
