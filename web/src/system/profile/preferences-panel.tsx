import type { Preferences } from '@aisle/contract/system/preferences';
import { Input, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCanOpen } from '../../core/pages/screens.ts';
import { setPreference, usePreference } from '../../core/preferences/user-preferences.ts';
import { useInstallation } from '../../core/session/installation.ts';
import { defaultLanding, landings } from '../../core/session/landing.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { UnfinishedDraftSwitch } from '../../ui/form/drafts/unfinished-draft.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { ThemeChoice } from '../../ui/theme/theme-choice.tsx';

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];
const menuStates = [
  { value: 'wide', label: 'Full' },
  { value: 'narrow', label: 'Icons' },
  { value: 'hidden', label: 'Hidden' },
];

/** Appearance and landing page for this user on every device. Each change is saved immediately. */
export function PreferencesPanel() {
  const density = usePreference('density') ?? 'comfortable';
  const menu = usePreference('menu') ?? 'wide';
  const topBar = usePreference('topBar') ?? true;
  const hasTopBar = useInstallation('topBar');
  return (
    <Panel title="Preferences">
      <Stack gap="md">
        <LandingSelect />
        <Input.Wrapper label="Theme" labelElement="div">
          <ThemeChoice fullWidth />
        </Input.Wrapper>
        <Choice
          label="List density"
          data={densities}
          value={density}
          onChange={(value) => setPreference('density', value as Preferences['density'])}
        />
        <Choice
          label="Menu"
          data={menuStates}
          value={menu}
          onChange={(value) => setPreference('menu', value as Preferences['menu'])}
        />
        {hasTopBar && (
          <Switch
            color="teal"
            label="Show the top bar"
            description="When off, search, notifications and your account are in the menu."
            checked={topBar}
            onChange={(event) => setPreference('topBar', event.currentTarget.checked)}
          />
        )}
        <UnfinishedDraftSwitch description="Half-written forms, receipts, counts and unsent changes stay in this browser for you." />
      </Stack>
    </Panel>
  );
}

function LandingSelect() {
  const { routesByPath } = useRouter();
  const canOpen = useCanOpen();
  const session = useSignedIn();
  const landing = usePreference('landing');
  const usual = defaultLanding(session);
  const data = landings
    .filter((path) => path in routesByPath && canOpen(path))
    .map((path) => ({ value: path, label: routesByPath[path].options.staticData?.title ?? path }));
  return (
    <Select
      label="Start page"
      description="Opens after you sign in."
      data={data}
      value={landing ?? usual}
      allowDeselect={false}
      onChange={(path) => setPreference('landing', path === usual ? undefined : (path ?? undefined))}
    />
  );
}

interface ChoiceProps {
  label: string;
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}
const Choice = ({ label, ...control }: ChoiceProps) => (
  <Input.Wrapper label={label} labelElement="div">
    <SegmentedControl aria-label={label} size="xs" fullWidth {...control} />
  </Input.Wrapper>
);
