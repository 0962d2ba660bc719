-- Folds text that is not plain ASCII for fold_text. Compatibility forms such as full-width letters become plain
-- letters, marks are removed, and letters without a decomposition are spelled out. Names are schema-qualified because
-- PostgreSQL builds indexes without a search path.
CREATE OR REPLACE FUNCTION fold_marks(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 200 AS $$
  SELECT replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(translate(typed, U&'''`\00B4\2018\2019\201B\02B9\02BB\02BC\2032\FF07', ''), NFKD),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\064B-\065F\0670\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]',
        '', 'g') COLLATE public.aisle_names),
      U&'\00F8\0142\0111\00F0\0127\0131\014B\0167\03C2\2010\2011\2012\2013\2014\2015\2212\2044',
      U&'olddhint\03C3-------/'),
    U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th')
$$;
