import type { List } from '../use-list.ts';

const count = new Intl.NumberFormat('en-US');

/** "1–25 of 1,204", "of about 12,400" for an estimated total, or "of 1,000+" if counting stopped. */
export function rangeText(
  list: Pick<List<unknown>, 'rows'> & Total & { body: { page: number; limit: number } },
): string {
  const shown = list.rows?.length ?? 0;
  if (shown === 0) return '';
  const first = (list.body.page - 1) * list.body.limit + 1;
  const last = first + shown - 1;
  return `${count.format(first)}–${count.format(last)} of ${totalText(list)}`;
}

interface Total {
  total: number;
  totalIsEstimate?: boolean | undefined;
  totalIsMinimum?: boolean | undefined;
}

/** Rounds an estimate to two or three digits, in line with its precision. */
export function totalText({ total, totalIsEstimate, totalIsMinimum }: Total): string {
  if (totalIsMinimum) return `${count.format(total)}+`;
  if (!totalIsEstimate) return count.format(total);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(total, 1))) - 2);
  return `about ${count.format(Math.round(total / unit) * unit)}`;
}
