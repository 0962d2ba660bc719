/**
 * The optional packages in a lock file without a source. If a registry lacks one, `npm install` succeeds without a message, and
 * `npm ci` then fails on another machine.
 */
export function missingFromLock({ packages }) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesSeenFrom(place).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${name} (wanted by ${place || 'the project'})`),
  );
}

/** Node searches beside a package first, then beside every package around it. */
function placesSeenFrom(place) {
  const around = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '';
  return place === '' ? [''] : [`${place}/`, ...placesSeenFrom(around)];
}
