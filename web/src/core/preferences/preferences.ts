/** Small choices that belong to this browser; they go when the session does. See `user-preferences.ts` for a person's own. */
export function readPreference<Value>(name: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(`aisle.${name}`);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}
export const savePreference = (name: string, value: unknown): void =>
  localStorage.setItem(`aisle.${name}`, JSON.stringify(value));
