// Imported first for its side effect: an old Node would otherwise fail later with a misleading error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Aisle needs Node 20 or newer to start; this is ${process.version} (https://nodejs.org).`);
  process.exit(1);
}
