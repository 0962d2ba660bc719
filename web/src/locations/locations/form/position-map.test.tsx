import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { giveLayout, show } from '../../../../test/render.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { LocationFields, toValues } from './location-values.ts';
import { PositionMap } from './position-map.tsx';

beforeEach(giveLayout);

type Position = Partial<Pick<ReturnType<typeof toValues>, 'latitude' | 'longitude' | 'deliveryRadiusKm'>>;
function Position(known: Position) {
  const form = useZodForm(LocationFields, () => ({ ...toValues(), name: 'North', ...known }), undefined);
  return (
    <>
      <PositionMap form={form} />
      <output>{JSON.stringify([form.values.latitude, form.values.longitude])}</output>
    </>
  );
}
const position = () => JSON.parse(screen.getByRole('status').textContent) as [number, number];

test('updates the coordinates when the pin moves', async () => {
  const { user } = await show(<Position latitude={30.3} longitude={-97.7} deliveryRadiusKm={8} />);

  (await screen.findByRole('button', { name: 'North on the map' })).focus();
  await user.keyboard('{ArrowDown}');

  expect(position()[0]).toBeLessThan(30.3);
  expect(position()[1]).toBe(-97.7);
  expect(screen.getByText(/The circle is the delivery area/)).toBeTruthy();
});

test.each([[{}], [{ latitude: 30.3 }], [{ latitude: 95, longitude: -97.7 }]])(
  'shows no map without a position',
  async (known) => {
    await show(<Position {...known} />);

    expect(await screen.findByRole('status')).toBeTruthy();
    expect(screen.queryByText(/^Drag the pin/)).toBeNull();
  },
);
