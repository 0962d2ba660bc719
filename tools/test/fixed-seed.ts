import fc from 'fast-check';

// A run is the same as the one before it, so that what fails fails again. RANDOM_SEED says another seed; `any`, each time one.
const wanted = process.env.RANDOM_SEED ?? '20261123';
if (wanted !== 'any') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
