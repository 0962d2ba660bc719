import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { Facts } from '../record/record-page.tsx';
import { Timeline } from '../record/timeline.tsx';
import { MetricValue } from './metric.tsx';
import { ActiveBadge, StatusBadge } from './status-badge.tsx';
import { DateText, DayText, MoneyText, QuantityText, RateText, TimesBeside } from './values.tsx';
import { zoneName } from './when.ts';

const textOf = (content: React.ReactNode) => render(content).container.textContent;

test.each([
  ['an amount', <MoneyText key="1" value={123_456} />, '$1,234.56'],
  ['a zero amount', <MoneyText key="1" value={0} />, '$0.00'],
  ['an unknown amount', <MoneyText key="1" value={null} />, '–'],
  ['pieces', <QuantityText key="1" value={1200} unit="each" />, '1,200'],
  ['a weight', <QuantityText key="1" value={1.5} unit="lb" />, '1.5 lb'],
  ['no quantity', <QuantityText key="1" value={undefined} />, '–'],
  ['a rate', <RateText key="1" value={8.875} />, '8.875%'],
  ['no rate', <RateText key="1" value={null} />, '–'],
  ['a calendar day', <DayText key="1" value="2026-11-01" />, '11/01/2026'],
  ['no day', <DayText key="1" value={null} />, '–'],
])('formats %s', (_, content, text) => {
  expect(textOf(content)).toBe(text);
});

test('shows a negative amount in red with its sign', () => {
  render(<MoneyText value={-500} />);

  const amount = screen.getByText(/5\.00/);
  expect(amount.textContent).toMatch(/^[-−(]/);
  expect(amount.style.color).toBe('var(--aisle-bad)');
});

test("shows a timestamp in the location's time zone", () => {
  const instant = '2026-11-21T04:30:00.000Z';

  expect(textOf(<DateText value={instant} timeZone="America/New_York" />)).toBe('11/20/2026');
  expect(textOf(<DateText value={instant} timeZone="Europe/Berlin" />)).toBe('11/21/2026');
});

test("names the user's time zone only beside times of another one", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const beside = (timeZone: string | undefined) =>
    textOf(
      <TimesBeside timeZone={timeZone}>
        <DateText value="2026-11-21T14:30:00.000Z" withTime />
      </TimesBeside>,
    );

  expect(beside('Pacific/Kiritimati')).toBe(`${beside(own)} ${zoneName(own)}`);
  expect(beside(undefined)).toBe(beside(own));
});

test('includes a machine-readable time and the full time as a title', () => {
  render(<DateText value="2026-11-21T14:30:00.000Z" timeZone="America/New_York" />);

  const time = screen.getByText('11/21/2026');
  expect(time.getAttribute('datetime')).toBe('2026-11-21T14:30:00.000Z');
  expect(time.title).toContain('9:30');
});

test('shows a status as text with the color of its family', () => {
  render(<StatusBadge family="waiting" label="Pending" />);

  expect(screen.getByText('Pending').style.color).toBe('var(--aisle-waiting)');
});

test.each([
  [true, 'Active', 'var(--aisle-good)'],
  [false, 'Inactive', 'var(--aisle-off)'],
])('shows a record with active: %s as %s', (active, label, color) => {
  render(<ActiveBadge active={active} />);

  expect(screen.getByText(label).style.color).toBe(color);
});

test('shows events in the given order, with their authors and notes', () => {
  render(
    <Timeline
      timeZone="America/New_York"
      events={[
        { id: '2', at: '2026-11-21T15:00:00.000Z', title: 'Cancelled', who: 'Ada', note: 'Out of milk' },
        { id: '1', at: '2026-11-21T14:00:00.000Z', title: 'Placed' },
      ]}
    />,
  );

  const [cancelled, placed] = screen.getAllByRole('listitem').map((one) => one.textContent);
  expect(cancelled).toMatch(/^Cancelled.*10:00.* · AdaOut of milk$/);
  expect(placed).toMatch(/^Placed.*9:00/);
  expect(placed).not.toContain('·');
});

test('omits facts without a value but shows a zero', () => {
  render(
    <Facts
      facts={[
        ['Phone', ''],
        ['Email', null],
        ['Orders', 0],
        ['Note', 'Rings twice'],
        ['Blocked', false],
      ]}
    />,
  );

  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Orders', 'Note']);
});

test.each([
  [{ now: 150, before: 100 }, 'up 50%', 'good'],
  [{ now: 50, before: 100 }, 'down 50%', 'bad'],
  [{ now: 150, before: 100, better: 'less' }, 'up 50%', 'bad'],
  [{ now: 50, before: 100, better: 'less' }, 'down 50%', 'good'],
  [{ now: 1001, before: 1000 }, 'up 0.1%', 'good'],
] as const)('shows the change of %j as %s, which is %s', async (change, text, news) => {
  await show(<MetricValue label="Orders" value={change.now} {...change} />);

  const element = screen.getByText(/%$/);
  expect(element.textContent).toBe(text);
  expect(element.style.color).toBe(`var(--aisle-${news})`);
});

test.each([
  [{ now: 100, before: 100 }, 'Same as previous period'],
  [{ now: 10_001, before: 10_000 }, 'Same as previous period'],
  [{ now: 0, before: 0 }, 'Same as previous period'],
  [{ now: 5, before: 0 }, 'None in previous period'],
  [{ now: 5, before: 0, than: 'this time last week' }, 'None this time last week'],
])('describes the values %j as: %s', async (change, text) => {
  await show(<MetricValue label="Orders" value={change.now} {...change} />);

  expect(screen.getByText(text)).toBeTruthy();
});
