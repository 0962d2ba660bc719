import { geocodingRoutes } from '@aisle/contract/system/geocoding';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { AddressInput } from './address-input.tsx';

const oak = {
  label: '9 Oak Street, Austin, TX 78703',
  line1: '9 Oak Street',
  city: 'Austin',
  state: 'TX',
  postalCode: '78703',
  latitude: 30.29,
  longitude: -97.77,
};

function Field({ onPick }: { onPick: (picked: object) => void }) {
  const [line1, setLine1] = useState('');
  return <AddressInput value={line1} onChange={setLine1} onPick={onPick} />;
}
const typed = async (text: string) => {
  const onPick = vi.fn();
  const { user } = await show(<Field onPick={onPick} />);
  await user.type(screen.getByLabelText('Address', { selector: 'input' }), text);
  return { user, onPick };
};

test('fills in the whole address with coordinates from a suggestion', async () => {
  serve(geocodingRoutes.suggest, { isAvailable: true, suggestions: [oak] });
  const { user, onPick } = await typed('9 oak');

  await user.click(await screen.findByRole('option', { name: oak.label }));

  expect(onPick).toHaveBeenCalledExactlyOnceWith(oak);
});

test('ignores short texts, and stops searching if there is no geocoder', async () => {
  const requests = serve(geocodingRoutes.suggest, { isAvailable: false, suggestions: [] });
  const { user } = await typed('9 o');
  expect(requests).toEqual([]);

  await user.type(screen.getByLabelText('Address', { selector: 'input' }), 'ak');
  await waitFor(() => expect(requests).toHaveLength(1));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(screen.getByLabelText('Address', { selector: 'input' }), {
    target: { value: '9 oak street in Austin' },
  });
  // Runs all debounce timers.
  await act(() => vi.runAllTimersAsync());

  expect(requests).toHaveLength(1);
  expect(screen.queryByRole('option')).toBeNull();
});
