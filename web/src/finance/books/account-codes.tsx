import { ledgerAccountWords } from '@aisle/contract/finance/account-labels';
import { ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { type Settings, SettingsValues, settingsRoutes } from '@aisle/contract/system/settings';
import { Text, TextInput } from '@mantine/core';
import { useWrite } from '../../core/api.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import { AccountRow } from './accounts.tsx';
import { BookTabs } from './book-tabs.tsx';

const Codes = SettingsValues.pick({ accountCodes: true });
const toValues = (settings?: Settings) => Codes.strip().parse(settings);

/** The account codes of the accountant's chart of accounts. */
export function AccountCodes({ settings }: { settings: Settings }) {
  const form = useZodForm(Codes, toValues, settings);
  const update = useWrite(settingsRoutes.update);
  return (
    <FormPage
      title="Books"
      form={form}
      save={(values, version) => update.mutateAsync({ body: { ...values, version } })}
      onSaved={form.rebase}
    >
      <BookTabs current="/books/accounts" />
      <Panel>
        <Text c="dimmed" size="sm" mb="md">
          Codes from your accountant's chart of accounts appear in the books and in exports.
        </Text>
        <ul className="plain-list column">
          {ledgerAccounts.map((account) => (
            <AccountRow key={account} account={account}>
              <TextInput
                aria-label={`Code of ${ledgerAccountWords[account].label}`}
                placeholder="No code"
                {...form.getInputProps(`accountCodes.${account}`)}
              />
            </AccountRow>
          ))}
        </ul>
      </Panel>
    </FormPage>
  );
}
