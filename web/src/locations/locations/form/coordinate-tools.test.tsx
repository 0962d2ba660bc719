import { geocodingRoutes } from '@aisle/contract/system/geocoding';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { CoordinateTools } from './coordinate-tools.tsx';
import { LocationFields, toValues } from './location-values.ts';

const address = { line1: '1 Main St', line2: '', city: 'Austin', state: 'TX', postalCode: '78701' };
function Tools({ isBlank = false }: { isBlank?: boolean }) {
  const form = useZodForm(LocationFields, () => ({ ...toValues(), ...(!isBlank && { address }) }), undefined);
  const { latitude, longitude } = form.values;
  return (
    <>
      <CoordinateTools form={form} />
      <output>{`${latitude}, ${longitude}`}</output>
    </>
  );
}
const shown = () => screen.getByText(/^(null|-?\d)/, { selector: 'output' }).textContent;
afterEach(() => vi.unstubAllGlobals());

test('the address fills in the coordinates, and says when they are approximate', async () => {
  const requests = serve(geocodingRoutes.locate, { latitude: 30.27, longitude: -97.74, isApproximate: true });
  const { user } = await show(<Tools />);

  await user.click(screen.getByRole('button', { name: 'Find from address' }));

  expect(await screen.findByText(/^Approximate: the middle of the postal code/)).toBeTruthy();
  expect(shown()).toBe('30.27, -97.74');
  expect(requests[0]!.body).toMatchObject({ address: { line1: '1 Main St', postalCode: '78701' } });
});

test('an address that is not found leaves the coordinates as they are', async () => {
  serve(geocodingRoutes.locate, null);
  const { user } = await show(<Tools />);

  await user.click(screen.getByRole('button', { name: 'Find from address' }));

  expect(await screen.findByText(/^This address wasn't found/)).toBeTruthy();
  expect(shown()).toBe('null, null');
});

test('without an address there is nothing to find', async () => {
  await show(<Tools isBlank />);

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Find from address' }).disabled).toBe(true);
});

test('a pasted map link fills in the coordinates; anything else says what to paste', async () => {
  const { user } = await show(<Tools />);
  const field = screen.getByRole('textbox', { name: 'Map link' });

  await user.type(field, 'somewhere');
  expect(screen.getByText(/^No coordinates found/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'https://maps.google.com/?q=30.5,-97.5');

  expect(shown()).toBe('30.5, -97.5');
  expect(screen.queryByText(/^No coordinates found/)).toBeNull();
});
