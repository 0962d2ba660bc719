/** "Central Time" for America/Chicago; the ID of a time zone that the browser doesn't know. */
export function longZoneName(timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  } catch {
    return timeZone;
  }
}

/** "Central Time (Chicago)" for America/Chicago. */
export function zoneLabelOf(timeZone: string): string {
  const name = longZoneName(timeZone);
  const city = timeZone.split('/').slice(1).at(-1)?.replaceAll('_', ' ');
  // Names of some zones contain the city: "Cuba Time (Havana)", but "St. Pierre & Miquelon Time".
  return city && !name.includes(`${city} `) ? `${name} (${city})` : name;
}

interface ZoneChoice {
  value: string;
  label: string;
}
let known: readonly ZoneChoice[] | undefined;
/** All time zones by their names. The browser's list lacks plain UTC. */
export function zoneChoices(): readonly ZoneChoice[] {
  known ??= [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .map((value) => ({ value, label: zoneLabelOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-US'));
  return known;
}
