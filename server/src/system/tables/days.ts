const months: Record<string, number> = {
  may: 5,
  ...Object.fromEntries(
    [
      'jan january januar janvier enero janv ene',
      'feb february februar février febrero févr fév fevrier',
      'mar march märz mars marzo mär maerz mrz',
      'apr april avril abril avr abr',
      'mai mayo',
      'jun june juni juin junio',
      'jul july juli juillet julio juil',
      'aug august août agosto aout ago',
      'sep sept september septembre septiembre',
      'oct october oktober octobre octubre okt',
      'nov november novembre noviembre',
      'dec december dezember décembre diciembre dez déc dic decembre',
    ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
  ),
};

/** Whether dates of a column such as 31/01/2027 start with the day; undefined if no cell shows it. */
export function isDayFirst(cells: readonly string[]): boolean | undefined {
  for (const cell of cells) {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}$/.exec(cell.trim()) ?? [];
    if (Number(first) > 12 && Number(second) <= 12) return true;
    if (Number(second) > 12) return false;
  }
  return undefined;
}

/** Converts a date as English, German, French and Spanish lists write it to 2027-01-31; returns other texts unchanged. */
export function isoDay(cell: string, dayFirst = false): string {
  const text = cell.trim().slice(0, 40);
  const [, year, isoMonth, isoDate] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,20})?$/.exec(text) ?? [];
  if (year) return dayOf(year, Number(isoMonth), isoDate!) ?? cell;
  const [, date, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text) ?? [];
  if (date) return dayOf(dotYear!, Number(dotMonth), date) ?? cell;
  const [, first, second, slashYear] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (first) {
    const [month, day] = dayFirst ? [second!, first] : [first, second!];
    return dayOf(slashYear!, Number(month), day) ?? cell;
  }
  const words = text
    .toLowerCase()
    .replace(/\b(?:de|of)\b/g, ' ')
    .split(/[\s.,-]+/)
    .filter((word) => word !== '');
  const named = words.find((word) => Object.hasOwn(months, word));
  const [one, two] = words
    .filter((word) => word !== named)
    .map((word) => word.replace(/(?<=\d)(?:st|nd|rd|th|er)$/, ''));
  if (!named || words.length !== 3 || !/^\d{1,2}$/.test(one ?? '') || !/^\d{4}$/.test(two ?? '')) return cell;
  return dayOf(two!, months[named]!, one!) ?? cell;
}

function dayOf(year: string, month: number, day: string): string | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  const iso = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
