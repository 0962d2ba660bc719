import { geocodingRoutes } from '@aisle/contract/system/geocoding';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
      <button
        type="button"
        onClick={() => form.setFieldValue('address', { ...address, postalCode: '78703' })}
      >
        Complete the address
      </button>
      <output>{`${latitude}, ${longitude}`}</output>
    </>
  );
}
const shown = () => screen.getByText(/^(null|-?\d)/, { selector: 'output' }).textContent;

test('fills in the coordinates of the address, and marks approximate ones', async () => {
  const requests = serve(geocodingRoutes.locate, { latitude: 30.27, longitude: -97.74, isApproximate: true });
  const { user } = await show(<Tools />);

  await user.click(screen.getByRole('button', { name: 'Find from address' }));

  expect(await screen.findByText(/^Approximate: the middle of the postal code/)).toBeTruthy();
  expect(shown()).toBe('30.27, -97.74');
  expect(requests[0]!.body).toMatchObject({ address: { line1: '1 Main St', postalCode: '78701' } });
});

test('looks up a completed address unless the user has set the coordinates', async () => {
  const requests = serve(geocodingRoutes.locate, { latitude: 30.29, longitude: -97.76, isApproximate: true });
  const first = await show(<Tools isBlank />);
  await first.user.click(screen.getByRole('button', { name: 'Complete the address' }));
  await waitFor(() => expect(shown()).toBe('30.29, -97.76'));
  cleanup();

  const { user } = await show(<Tools isBlank />);
  await user.type(screen.getByRole('textbox', { name: 'Map link' }), '30.5, -97.5');
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Complete the address' }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  vi.useRealTimers();

  expect(shown()).toBe('30.5, -97.5');
  expect(requests).toHaveLength(1);
});

test('keeps the coordinates if the address is not found', async () => {
  serve(geocodingRoutes.locate, null);
  const { user } = await show(<Tools />);

  await user.click(screen.getByRole('button', { name: 'Find from address' }));

  expect(await screen.findByText(/^This address wasn't found/)).toBeTruthy();
  expect(shown()).toBe('null, null');
});

test('offers no lookup without an address', async () => {
  await show(<Tools isBlank />);

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Find from address' }).disabled).toBe(true);
});

test('fills in the coordinates of a pasted map link, and explains the format otherwise', async () => {
  const { user } = await show(<Tools />);
  const field = screen.getByRole('textbox', { name: 'Map link' });

  await user.type(field, 'somewhere');
  expect(screen.getByText(/^No coordinates found/)).toBeTruthy();
  await user.retype(field, 'https://maps.google.com/?q=30.5,-97.5');

  expect(shown()).toBe('30.5, -97.5');
  expect(screen.queryByText(/^No coordinates found/)).toBeNull();
});
