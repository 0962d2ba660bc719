/**
 * The optional packages that a lock file names without saying where they come from. A registry that lacks one
 * lets `npm install` pass without a word, and `npm ci` then fails on another machine.
 */
export function missingFromLock({ packages }) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesSeenFrom(place).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${name} (wanted by ${place || 'the project'})`),
  );
}

/** Node looks beside a package first, then beside every package around it. */
function placesSeenFrom(place) {
  const around = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '';
  return place === '' ? [''] : [`${place}/`, ...placesSeenFrom(around)];
}
