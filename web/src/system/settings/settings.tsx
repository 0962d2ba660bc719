import { settingsId } from '@aisle/contract/system/audit';
import {
  type Settings as SettingsRecord,
  SettingsValues,
  settingsRoutes,
} from '@aisle/contract/system/settings';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { read, useWrite } from '../../core/api.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { FormPage } from '../../ui/form/form-page.tsx';
import { tabToMend } from '../../ui/form/form-tabs.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { ApiKeys } from './api-keys.tsx';
import { SupportTab } from './support/support-tab.tsx';
import { Backups } from './tabs/backups.tsx';
import { CardsTab } from './tabs/cards-tab.tsx';
import { CoinsTab } from './tabs/coins-tab.tsx';
import { DeliveryTab } from './tabs/delivery-tab.tsx';
import { GeneralTab } from './tabs/general-tab.tsx';
import { HolidaysTab } from './tabs/holidays-tab.tsx';
import { MessagesTab } from './tabs/messages-tab.tsx';
import { OrdersTab } from './tabs/orders-tab.tsx';
import { SignInTab } from './tabs/sign-in-tab.tsx';
import { StatementsTab } from './tabs/statements-tab.tsx';
import { StockTab } from './tabs/stock-tab.tsx';
import { changedGroups, countOn, type SettingsTab, settingsTabs, tabOf } from './tabs.ts';

export function Settings() {
  const query = useQuery({ ...read(settingsRoutes.get, {}), meta: { quiet: true } });
  return (
    <Loaded query={query} back={{ to: '/dashboard', label: 'Dashboard' }}>
      {(settings) => <Editor settings={settings} />}
    </Loaded>
  );
}

const toValues = (settings?: SettingsRecord) => SettingsValues.strip().parse(settings);
export type SettingsForm = ReturnType<typeof useSettingsForm>;
const useSettingsForm = (settings: SettingsRecord) => useZodForm(SettingsValues, toValues, settings);

function Editor({ settings }: { settings: SettingsRecord }) {
  const navigate = useNavigate();
  const tab = tabOf(useSearch({ from: '/shell/settings' }).tab);
  const form = useSettingsForm(settings);
  const update = useWrite(settingsRoutes.update);
  const wrong = Object.keys(form.errors);
  const open = (key: SettingsTab) =>
    void navigate({ to: '/settings', search: { tab: key === 'general' ? undefined : key } });

  /** Opens the tab with the first error, which may be hidden. */
  const submit: typeof form.submit = async (save) => {
    const done = await form.submit(save);
    const checked = SettingsValues.safeParse(form.values);
    const paths = checked.error?.issues.map(({ path }) => path.join('.')) ?? [];
    const wrongTab = tabToMend(settingsTabs, tab, paths);
    if (!done && wrongTab) open(wrongTab.key);
    return done;
  };
  return (
    <FormPage
      title="Settings"
      history={<HistoryButton resource="settings" id={settingsId} name={null} />}
      hasNoFields={tab === 'api-keys' || tab === 'backups'}
      form={Object.assign({}, form, { submit })}
      save={(values, version) =>
        update.mutateAsync({ body: { ...changedGroups(values, form.changed), version } })
      }
      onSaved={form.rebase}
    >
      <ListTabs
        label="Settings"
        tabs={[
          ...settingsTabs.map(({ key, label }) => ({
            key,
            label,
            count: countOn(key, wrong),
            isOn: key === tab,
            onClick: () => open(key),
          })),
          // Webhooks have a separate page.
          {
            key: 'webhooks',
            label: 'Webhooks',
            isOn: false,
            onClick: () => void navigate({ to: '/settings/webhooks' }),
          },
        ]}
      />
      {tab === 'general' && <GeneralTab form={form} />}
      {tab === 'delivery' && <DeliveryTab form={form} />}
      {tab === 'orders' && <OrdersTab form={form} />}
      {tab === 'cards' && <CardsTab form={form} />}
      {tab === 'messages' && <MessagesTab form={form} />}
      {tab === 'statements' && <StatementsTab form={form} />}
      {tab === 'coins' && <CoinsTab form={form} />}
      {tab === 'stock' && <StockTab form={form} />}
      {tab === 'holidays' && <HolidaysTab form={form} />}
      {tab === 'support' && <SupportTab form={form} />}
      {tab === 'sign-in' && <SignInTab form={form} />}
      {tab === 'api-keys' && <ApiKeys />}
      {tab === 'backups' && <Backups />}
    </FormPage>
  );
}
