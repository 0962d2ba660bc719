import { type StatementInput, statementRoutes } from '@aisle/contract/finance/statements';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { north, preview, statement } from '../finance.fixtures.ts';
import { StatementAdd } from './statement-add.tsx';

const previews = serve(statementRoutes.preview, preview());
serve(locationRoutes.dropdown, [north]);
const opened = (search = `?locationId=${north._id}&to=2026-10-31`) =>
  show(<StatementAdd />, {
    at: `/statements/add${search}`,
    page: '/statements/add',
    permissions: ['location_report', 'statement_generate', 'store_list'],
  });
const create = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Create statement' });
const ready = async () => {
  const button = await create();
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};

test('previews the sums, and opens the created statement', async () => {
  const made = serve(statementRoutes.create, statement());
  const { user, address } = await opened();

  const sums = await screen.findByRole('table', { name: 'Statement' });
  for (const text of ['Goods', '$1,000.00', 'Commission', '-$100.00', 'Amount due', '$980.00']) {
    expect(sums.textContent).toContain(text);
  }
  expect(sums.textContent).not.toContain('Refunds');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('10/01/2026');
  await user.click(await ready());

  await waitFor(() => expect(address()).toBe(`/statements/${idOf(1)}`));
  expect(made.map(({ body }) => body)).toEqual([{ locationId: north._id, to: '2026-10-31' }]);
});

test('sends no preview during creation', async () => {
  serve(statementRoutes.create, statement());
  const { user, address } = await opened();
  const button = await ready();
  const before = previews.length;

  await user.click(button);

  await waitFor(() => expect(address()).toBe(`/statements/${idOf(1)}`));
  expect(previews).toHaveLength(before);
});

test('sends no request before a location is selected', async () => {
  await opened('');

  expect(await screen.findByText(/Choose a location to see what its statement would hold/)).toBeTruthy();
  expect((await create()).disabled).toBe(true);
  expect(previews).toEqual([]);
});

test('rejects a start date that skips entries, until it is corrected', async () => {
  const previews = serve(statementRoutes.preview, ({ body }) =>
    (body as StatementInput).from === '2026-10-20'
      ? refusal(400, 'invalid', 'Check the input', {
          fields: [{ path: 'from', message: '10/01/2026 is not on a statement yet' }],
        })
      : preview(),
  );
  const { user } = await opened(`?locationId=${north._id}&from=2026-10-20&to=2026-10-31`);

  const from = await screen.findByRole('textbox', { name: 'From' });
  await waitFor(() => expect(from.getAttribute('aria-invalid')).toBe('true'));
  expect((await create()).disabled).toBe(true);
  await user.clear(from);

  await ready();
  expect(from.getAttribute('aria-invalid')).not.toBe('true');
  expect(previews.at(-1)?.body).toEqual({ locationId: north._id, to: '2026-10-31' });
});

test('proposes today if everything before is on a statement', async () => {
  const previews = serve(statementRoutes.preview, preview());
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format();
  await opened(`?locationId=${north._id}&since=${today}`);

  await ready();
  expect(previews.at(-1)?.body).toEqual({ locationId: north._id, to: today });
});

test('names the statement that already contains everything', async () => {
  serve(
    statementRoutes.preview,
    refusal(409, 'statements.nothing-to-state', 'Everything up to 10/31/2026 is on S-2031.', {
      details: { statementId: idOf(1), number: 'S-2031' },
    }),
  );
  await opened();

  expect(await screen.findByText(/Everything up to 10\/31\/2026/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'S-2031' });
  expect(hrefOf(link)).toBe(`/statements/${idOf(1)}`);
  expect((await create()).disabled).toBe(true);
});

test('counts pending orders and returns, each with a link', async () => {
  serve(
    statementRoutes.preview,
    preview({ notFinal: { openReturns: 1, refundsInProgress: 0, ordersOut: 4 } }),
  );
  await opened();

  const orders = await screen.findByRole('link', { name: '4 orders not delivered yet' });
  expect(hrefOf(orders)).toContain(`locationId=${north._id}`);
  expect(screen.getByRole('link', { name: '1 open return' })).toBeTruthy();
  expect(screen.queryByText(/refund/)).toBeNull();
});

test('explains that a low total is carried forward', async () => {
  serve(
    statementRoutes.preview,
    preview({ status: 'carried', goods: 0, tax: 0, commission: 0, refunds: -500, total: -500 }),
  );
  await opened();

  const sums = await screen.findByRole('table', { name: 'Statement' });
  expect(sums.textContent).toContain('Carried forward-$5.00');
  expect(screen.getByText(/too little to be paid/)).toBeTruthy();
});

test('shows the statement that another user created meanwhile', async () => {
  serve(
    statementRoutes.create,
    refusal(409, 'statements.nothing-to-state', 'S-2031 was created meanwhile.', {
      details: { statementId: idOf(1), number: 'S-2031' },
    }),
  );
  const { user, address } = await opened();

  await user.click(await ready());

  expect(await screen.findByRole('link', { name: 'S-2031' })).toBeTruthy();
  expect(address()).toBe('/statements/add');
});
