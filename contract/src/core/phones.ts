/**
 * As it is stored: E.164, "+15125550199". Ten digits without a country code are a number of the US; what cannot be a
 * whole number stays as it was typed.
 */
export function storedPhone(typed: string): string {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return `+${digits}`;
  if (digits.length === 10) return `+1${digits}`;
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`;
  return text;
}

/** As it is shown: "(512) 555-0199"; a number of another country as it is. */
export function formatPhone(phone: string): string {
  const stored = storedPhone(phone);
  const us = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(stored);
  if (us) return `(${us[1]}) ${us[2]}-${us[3]}`;
  return phone;
}
