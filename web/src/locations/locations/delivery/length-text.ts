/** Formats a length in minutes: "45 minutes", "1 hour", "1.5 hours". */
export function lengthText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${Math.round(minutes / 6) / 10} hours`;
}
