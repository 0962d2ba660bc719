/** "4:30 PM", where the location is. */
export const clockText = (instant: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(
    new Date(instant),
  );
