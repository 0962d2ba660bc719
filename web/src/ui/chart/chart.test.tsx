import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { BarChart } from './bar-chart.tsx';
import { LineChart } from './line-chart.tsx';

const dollars = (value: number) => `$${value}`;
const points = [10, null, 30].map((value, index) => ({
  key: String(index),
  tick: `Nov ${index + 1}`,
  text: value === null ? `Nov ${index + 1} · no orders` : `Nov ${index + 1} · ${dollars(value)}`,
  value,
  before: 5,
}));

test('moves through the points of a line with arrow keys and announces each', async () => {
  const { user } = await show(<LineChart label="Gross by day" points={points} format={dollars} />);
  const line = screen.getByRole('slider', { name: 'Gross by day' });
  expect(line.getAttribute('aria-valuetext')).toBe('Nov 3 · $30');

  await user.tab();
  await user.keyboard('{Home}');
  expect(line.getAttribute('aria-valuetext')).toBe('Nov 1 · $10');
  await user.keyboard('{ArrowRight}');

  expect(line.getAttribute('aria-valuetext')).toBe('Nov 2 · no orders');
  expect(screen.getByText('Nov 2 · no orders')).toBeTruthy();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(line.getAttribute('aria-valuenow')).toBe('3');
});

test('shows the point below the pointer', async () => {
  await show(<LineChart label="Gross by day" points={points} format={dollars} />);
  const line = screen.getByRole('slider');
  line.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;

  fireEvent.pointerMove(line, { clientX: 110 });
  expect(screen.getByText('Nov 1 · $10')).toBeTruthy();
  fireEvent.pointerLeave(line);

  expect(screen.queryByText('Nov 1 · $10')).toBeNull();
});

test('draws a gap in the line for missing values', async () => {
  const { container } = await show(<LineChart label="Gross by day" points={points} format={dollars} />);

  const [before, now] = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');

  expect(now?.match(/M/g)).toHaveLength(2);
  expect(before?.match(/M/g)).toHaveLength(1);
});

test('starts bars at zero, draws negative ones to the left, and shows their values', async () => {
  const bars = [
    { key: 'a', label: 'North', value: 300, before: 150 },
    { key: 'b', label: 'South', value: -100 },
    { key: 'c', label: 'West', value: null },
  ];
  const { container } = await show(<BarChart label="Payout by location" bars={bars} format={dollars} />);

  const items = screen.getAllByRole('listitem').map((item) => item.textContent);
  const drawn = [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => [
    style.left,
    style.width,
  ]);

  expect(items).toEqual(['North$300', 'South$-100', 'West–']);
  expect(drawn).toEqual([
    ['25%', '75%'],
    ['25%', '37.5%'],
    ['0%', '25%'],
    ['25%', '0%'],
  ]);
});
