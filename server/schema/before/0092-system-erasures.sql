-- Each erasure of a customer draws from it: what reads customers for minutes compares it before and after.
CREATE SEQUENCE erasures;
