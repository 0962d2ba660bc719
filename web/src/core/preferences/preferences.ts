/** Minor settings of this browser, deleted when the session ends. `user-preferences.ts` has the settings of a user. */
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
