import { type LocationRates, locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { RatesEditor } from './rates-editor.tsx';

const held = {
  rate: 10,
  own: null,
  source: { rule: 'location', category: null },
  since: null,
  next: null,
} as const;
const dairy = {
  _id: '00000000-0000-7000-8000-000000000001',
  name: 'Dairy',
  parentId: null,
  level: 1,
  status: true,
  taxes: [],
  tax: held,
  commission: held,
  planned: [],
};
const rates: LocationRates = {
  location: {
    _id: '00000000-0000-7000-8000-000000000002',
    name: 'Shop',
    timeZone: 'America/Chicago',
    commissionRate: 10,
  },
  today: '2026-11-21',
  day: '2026-11-21',
  categories: [dairy],
  isWhole: true,
  version: 1,
};

test('keeps a rate typed during a save as an unsaved change', async () => {
  let answer: () => void = () => undefined;
  const edits = serve(
    locationRateRoutes.edit,
    () => new Promise((resolve) => (answer = () => resolve({ ...rates, version: 2 }))),
  );
  const { user } = await show(
    <RatesEditor rates={rates} onDay={() => undefined} isComing={false} reload={() => undefined} />,
    { permissions: ['store_tax_comm_edit'] },
  );
  await user.type(screen.getByRole('textbox', { name: 'Commission of Dairy, in percent' }), '12');
  await user.press('Save');
  await waitFor(() => expect(edits).toHaveLength(1));

  await user.type(screen.getByRole('textbox', { name: 'Tax of Dairy, in percent' }), '8');
  await act(async () => answer());

  expect(await screen.findByText(/^1 change from today/)).toBeTruthy();
  await user.press('Save');
  await waitFor(() => expect(edits[1]).toMatchObject({ body: { changes: [{ taxRate: 8 }], version: 2 } }));
});

function ReloadedEditor() {
  const [shown, setShown] = useState(rates);
  return (
    <>
      <button type="button" onClick={() => setShown({ ...rates, version: 2 })}>
        Someone else saves
      </button>
      <RatesEditor rates={shown} onDay={() => undefined} isComing={false} reload={() => undefined} />
    </>
  );
}
test('saves on the version beside which the rates were typed, and on the newest one after a conflict', async () => {
  const answers = [refusal(409, 'version-stale', 'Someone else changed them'), { ...rates, version: 3 }];
  const edits = serve(locationRateRoutes.edit, () => answers.shift()!);
  const { user } = await show(<ReloadedEditor />, { permissions: ['store_tax_comm_edit'] });
  await user.type(screen.getByRole('textbox', { name: 'Commission of Dairy, in percent' }), '12');

  await user.press('Someone else saves');
  await user.press('Save');
  expect(await screen.findByText('Someone else changed these rates')).toBeTruthy();
  await user.press('Save');

  await waitFor(() => expect(edits).toMatchObject([{ body: { version: 1 } }, { body: { version: 2 } }]));
});
