import fc from 'fast-check';

// Every run uses the same seed, so that failures are repeatable. RANDOM_SEED sets another seed; `any` uses a new one for every
// run.
const wanted = process.env.RANDOM_SEED ?? '20261123';
if (wanted !== 'any') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
