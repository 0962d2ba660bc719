import { formatDay } from '@aisle/contract/core/dates';
import {
  type CategoryRates,
  type LocationRates,
  locationRateRoutes,
  type RatesProposal,
} from '@aisle/contract/locations/location-rates';
import { type RateKind, rateKinds } from '@aisle/contract/locations/rate-rules';
import { Alert, Button, Text } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { later } from '../../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useUnsavedGuard } from '../../../ui/form/drafts/unsaved-guard.tsx';
import { DateInput } from '../../../ui/form/fields/date-input.tsx';
import type { RowAction } from '../../../ui/list/rows/row.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { changesOf, type Drafts, passedDown, proposedDrafts, typed, typedSince } from './drafts.ts';
import classes from './location-rates.module.css';
import { RatesTable } from './rates-table.tsx';
import { SaveBar } from './save-bar.tsx';

const HistoryDrawer = later(() => import('./history-drawer.tsx').then((module) => module.HistoryDrawer));
const PreviewDialog = later(() => import('./preview-dialog.tsx').then((module) => module.PreviewDialog));
const ExplainChoice = later(() => import('./explain-choice.tsx').then((module) => module.ExplainChoice));

interface RatesEditorProps {
  rates: LocationRates;
  onDay: (day: string | null) => void;
  /** Whether another day is loading. */
  isComing: boolean;
  reload: () => void;
  /** Initial commission rates. */
  proposed?: string | undefined;
}
const none: Drafts = new Map();
type Opened = { what: 'preview' | 'explain' } | { what: 'history'; row: CategoryRates } | null;

/** Tax and commission of a location by category on one day; changes apply from that day on. */
export function RatesEditor({ rates, onDay, isComing, reload, proposed }: RatesEditorProps) {
  const { location, day, today, categories, isWhole } = rates;
  const [until, setUntil] = useState<string | null>(null);
  /** The fields reset when this changes. */
  const [round, setRound] = useState(0);
  const [opened, setOpened] = useState<Opened>(null);
  const [isClash, setClash] = useState(false);
  const isStore = useSignedIn().user.userType === 'store';
  const canEdit = useCan('store_tax_comm_edit') && day >= today;
  const mayChange = (kind: RateKind) => canEdit && !(isStore && kind === 'commission');
  const [drafts, setDrafts] = useState(() =>
    proposed && mayChange('commission') ? proposedDrafts(proposed, categories) : none,
  );
  // Rates are saved on the version beside which they were typed, so that a change by others in between is noticed.
  const [version, setVersion] = useState(rates.version);
  if (version !== rates.version && (drafts.size === 0 || isClash)) setVersion(rates.version);
  const edit = useWrite(locationRateRoutes.edit);
  const leave = useUnsavedGuard(drafts.size > 0, { inTab: true });
  const proposal: RatesProposal = {
    changes: changesOf(drafts),
    from: day,
    ...(until && { until }),
  };

  function restart(): void {
    setDrafts(none);
    setUntil(null);
    setClash(false);
    setRound(round + 1);
  }
  async function save(): Promise<void> {
    const sent = drafts;
    try {
      const params = { id: location._id };
      const saved = await edit.mutateAsync({ params, query: {}, body: { ...proposal, version } });
      leave(undefined);
      setVersion(saved.version);
      setDrafts((now) => typedSince(sent, now, categories));
      setUntil((now) => (now === until ? null : now));
      setClash(false);
    } catch (error) {
      // A toast reports the error; the typed rates stay, beside the current ones.
      if (!isApiError(error) || error.code !== 'version-stale') return;
      setClash(true);
      reload();
    }
  }
  const actionsOf = (row: CategoryRates): RowAction[] =>
    rateActions(row, {
      kinds: rateKinds.filter(mayChange),
      draft: drafts.get(row._id),
      hasBelow: categories.some(({ parentId }) => parentId === row._id),
      onPass: (kinds, on) => setDrafts(passedDown(drafts, row, kinds, on)),
      onClear: (kinds) => {
        setDrafts(kinds.reduce((all, kind) => typed(all, row, kind, null), drafts));
        setRound(round + 1);
      },
      onHistory: () => setOpened({ what: 'history', row }),
    });

  return (
    <>
      {isClash && (
        <Alert color="gray" variant="default" role="alert" title="Someone else changed these rates">
          Your changes aren't saved yet. They're shown here next to the current rates. Review them and save
          again.
        </Alert>
      )}
      <Panel>
        <Text c="dimmed" size="sm" mb="sm">
          {introOf(canEdit, isStore, day, today)}
        </Text>
        {categories.length === 0 ? (
          <EmptyState
            title="No categories yet"
            text="Rates are set by category. Until you add categories, nothing is taxed and the location's commission applies."
          />
        ) : (
          <RatesTable
            key={day}
            rates={rates}
            drafts={drafts}
            round={round}
            mayChange={mayChange}
            onType={(row, kind, rate) => setDrafts(typed(drafts, row, kind, rate))}
            actionsOf={actionsOf}
            tools={
              <RatesTools
                day={day}
                today={today}
                onDay={onDay}
                isComing={isComing}
                isLocked={drafts.size > 0}
                onExplain={() => setOpened({ what: 'explain' })}
              />
            }
          />
        )}
        {!isWhole && (
          <Text c="dimmed" size="sm" mt="sm">
            Showing the first 1,000 categories, upper levels first. The rest inherit from them.
          </Text>
        )}
      </Panel>
      {drafts.size > 0 && (
        <SaveBar
          drafts={drafts}
          from={day}
          today={today}
          until={until}
          onUntil={setUntil}
          isSaving={edit.isPending}
          onPreview={() => setOpened({ what: 'preview' })}
          onDiscard={restart}
          onSave={() => void save()}
        />
      )}
      <Dialogs {...{ rates, proposal, mayChange, opened }} onClose={() => setOpened(null)} />
    </>
  );
}

interface DialogsProps {
  rates: LocationRates;
  proposal: RatesProposal;
  mayChange: (kind: RateKind) => boolean;
  opened: Opened;
  onClose: () => void;
}
function Dialogs({ rates, proposal, mayChange, opened, onClose }: DialogsProps) {
  const { location, day } = rates;
  return (
    <Suspense>
      {opened?.what === 'preview' && (
        <PreviewDialog locationId={location._id} proposal={proposal} onClose={onClose} />
      )}
      {opened?.what === 'history' && (
        <HistoryDrawer rates={rates} category={opened.row} mayChange={mayChange} onClose={onClose} />
      )}
      {opened?.what === 'explain' && <ExplainChoice locationId={location._id} day={day} onClose={onClose} />}
    </Suspense>
  );
}

function introOf(canEdit: boolean, isStore: boolean, day: string, today: string): string {
  if (day < today) return `Rates on ${formatDay(day)}. Past rates are read-only.`;
  const inherits =
    "Categories without a custom rate inherit from their parent. Otherwise the catalog's tax and the location's commission apply.";
  if (!canEdit) return inherits;
  const begins = day === today ? 'today' : `on ${formatDay(day)}`;
  const who = isStore ? 'Commission is set by the marketplace.' : '';
  return `${inherits} Clear a field to inherit. Changes start ${begins}. Placed orders keep their rates.${who}`;
}

interface RateActionOptions {
  /** The rates that the user can change. */
  kinds: readonly RateKind[];
  draft: ReturnType<Drafts['get']>;
  hasBelow: boolean;
  onPass: (kinds: readonly RateKind[], on: boolean) => void;
  onClear: (kinds: readonly RateKind[]) => void;
  onHistory: () => void;
}

/** The menu items of a category's row. */
function rateActions(row: CategoryRates, options: RateActionOptions): RowAction[] {
  const { kinds, draft, hasBelow, onPass, onClear, onHistory } = options;
  const owned = kinds.filter((kind) => (draft?.[kind] ?? row[kind].own?.rate ?? null) !== null);
  return [
    ...(hasBelow && draft?.below
      ? [{ label: "Don't apply to subcategories", onClick: () => onPass(kinds, false) }]
      : []),
    ...(hasBelow && !draft?.below
      ? kinds.map((kind) => ({
          label: kind === 'tax' ? 'Apply tax to subcategories' : 'Apply commission to subcategories',
          onClick: () => onPass([kind], true),
        }))
      : []),
    ...(owned.length > 0 ? [{ label: 'Use inherited rate', onClick: () => onClear(owned) }] : []),
    { label: 'Planned and past rates', onClick: onHistory },
  ];
}

interface RatesToolsProps {
  day: string;
  today: string;
  onDay: (day: string | null) => void;
  /** Whether another day is loading. */
  isComing: boolean;
  /** Whether there are unsaved changes, which choosing another day would discard. */
  isLocked: boolean;
  onExplain: () => void;
}

/** The toolbar above the rates: the explainer, and the day of the rates. */
function RatesTools({ day, today, onDay, isComing, isLocked, onExplain }: RatesToolsProps) {
  return (
    <>
      <Button
        variant="default"
        className={`ml-auto ${classes.explain}`}
        leftSection={<IconZoomQuestion size={16} />}
        onClick={onExplain}
      >
        Explain a product
      </Button>
      <DateInput
        key={`${day} ${isComing}`}
        label="As of"
        className={classes.day ?? ''}
        value={day}
        disabled={isLocked}
        title={isLocked ? 'Save or discard your changes first' : ''}
        onChange={(next) => next && next !== day && next !== '?' && onDay(next === today ? null : next)}
      />
    </>
  );
}
