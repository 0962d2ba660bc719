import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import { bookRoutes } from '@aisle/contract/finance/books';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import type { Back } from '../../core/pages/screens.ts';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { BookTabs } from './book-tabs.tsx';
import classes from './books.module.css';

const AccountCodes = later(() => import('./account-codes.tsx').then((module) => module.AccountCodes));
const back: Back = { to: '/books', label: 'Books' };

/** The purpose and code of each account; editable for users who can edit settings. */
export function Accounts() {
  const canEdit = useCan('access_setting');
  const isStore = useSignedIn().user.userType === 'store';
  return canEdit && !isStore ? <EditableAccounts /> : <ReadAccounts />;
}

function EditableAccounts() {
  const query = useQuery({ ...read(settingsRoutes.get, {}), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(settings) => (
        <Suspense>
          <AccountCodes settings={settings} />
        </Suspense>
      )}
    </Loaded>
  );
}

function ReadAccounts() {
  const query = useQuery({ ...read(bookRoutes.accounts, {}), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {({ accounts }) => (
        <div className={`column gap-3 min-w-0 ${classes.page}`}>
          <PageTitle title="Books" />
          <BookTabs current="/books/accounts" />
          <Panel>
            <ul className="plain-list column">
              {accounts.map(({ account, code }) => (
                <AccountRow key={account} account={account}>
                  <span className="tabular">{code ?? 'No code'}</span>
                </AccountRow>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </Loaded>
  );
}

/** An account with its code on the left. */
export function AccountRow({
  account,
  children,
}: {
  account: keyof typeof ledgerAccountWords;
  children: ReactNode;
}) {
  const { label, means } = ledgerAccountWords[account];
  return (
    <li className={`grid align-start gap-4 ${classes.account}`}>
      {children}
      <div>
        <strong>{label}</strong>
        <p>{means}</p>
      </div>
    </li>
  );
}
