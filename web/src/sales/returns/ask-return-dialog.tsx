import { formatDate } from '@aisle/contract/core/dates';
import { countedIn, formatQuantity } from '@aisle/contract/core/quantity';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { type ReturnKind, returnKinds } from '@aisle/contract/sales/order-flow';
import type { OrderLine } from '@aisle/contract/sales/order-lines';
import type { Order } from '@aisle/contract/sales/order-view';
import { returnRoutes } from '@aisle/contract/sales/returns';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { type ApiError, isApiError } from '../../core/api-error.ts';
import { ImageUpload, type UploadedImage } from '../../ui/form/image-upload.tsx';
import { QuantityInput } from '../../ui/form/inputs.tsx';
import { kindLabels } from './return-words.ts';
import classes from './returns.module.css';

interface ReturnedLine {
  quantity: number | null;
  reasonId: string | null;
}

/** Takes down what a customer brings back or wants replaced, with reasons and pictures. */
export function AskReturnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const navigate = useNavigate();
  const asking = useWrite(returnRoutes.create);
  const possible = useQuery({
    ...read(returnRoutes.returnable, { params: { id: order._id } }),
    staleTime: 0,
  });
  const [kind, setKind] = useState<ReturnKind>('return');
  const reasons = useQuery(read(dashboardRoutes.reasonDropdown, { query: { type: kind } }));
  const [wanted, setWanted] = useState<Record<string, ReturnedLine>>({});
  const [photos, setPhotos] = useState<UploadedImage[]>([]);
  const [note, setNote] = useState('');
  const [isLateAllowed, setLateAllowed] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const left = new Map(possible.data?.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const lines = order.lines.filter((line) => (left.get(line._id) ?? 0) > 0);
  const isLate = possible.data?.windowIsOver ?? false;

  async function submit(): Promise<void> {
    const chosen = lines.filter((line) => wanted[line._id]);
    const wrong = wrongIn(chosen, wanted, left);
    if (chosen.length === 0) wrong.lines = 'Choose at least one item';
    if (isLate && !isLateAllowed) wrong.override = 'The return window is over';
    if (isLate && isLateAllowed && !note.trim()) wrong.note = 'Say why it is taken after the return window';
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      const { _id } = await asking.mutateAsync({
        body: {
          orderId: order._id,
          kind,
          lines: chosen.map((line) => {
            const { quantity, reasonId } = wanted[line._id]!;
            return { lineId: line._id, quantity: quantity ?? 0, ...(reasonId && { reasonId }) };
          }),
          ...(note.trim() && { note: note.trim() }),
          ...(isLate && { override: true }),
        },
        files: { photos: photos.flatMap(({ file }) => file ?? []) },
      });
      onClose();
      await navigate({ to: '/orders/returns/$id', params: { id: _id } });
    } catch (error) {
      if (isApiError(error)) setErrors(errorsOf(error, chosen));
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Return or replace: ${order.number}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <KindChoice
            kind={kind}
            onChange={(next) => {
              setKind(next);
              setWanted(withoutReasons);
            }}
          />
          {isLate && (
            <LateNotice
              endedOn={formatDate(possible.data?.windowEndsAt ?? '', order.timeZone)}
              isAllowed={isLateAllowed}
              onAllow={setLateAllowed}
              error={errors.override}
            />
          )}
          {possible.data && lines.length === 0 && <Text>All of this order has come back, or is to.</Text>}
          <ul className={classes.items}>
            {lines.map((line) => (
              <Item
                key={line._id}
                line={line}
                most={left.get(line._id) ?? 0}
                wanted={wanted[line._id]}
                reasons={reasons.data ?? []}
                error={errors[line._id]}
                onChange={(one) => {
                  const { [line._id]: _, ...others } = wanted;
                  setWanted(one ? { ...others, [line._id]: one } : others);
                }}
              />
            ))}
          </ul>
          {errors.lines && (
            <Text c="var(--aisle-bad)" role="alert">
              {errors.lines}
            </Text>
          )}
          <ImageUpload label="Pictures" many images={photos} onChange={setPhotos} error={errors.photos} />
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errors.note}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={asking.isPending} disabled={lines.length === 0}>
              Take it down
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface KindChoiceProps {
  kind: ReturnKind;
  onChange: (kind: ReturnKind) => void;
}
function KindChoice({ kind, onChange }: KindChoiceProps) {
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="What the customer wants"
        value={kind}
        onChange={(value) => onChange(value as ReturnKind)}
        data={returnKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
      <Text c="dimmed">
        {kind === 'return'
          ? 'The goods come back, and the money goes back for what came in.'
          : 'The goods come back, and the same goods go out again at no price.'}
      </Text>
    </>
  );
}

interface LateNoticeProps {
  endedOn: string;
  isAllowed: boolean;
  onAllow: (isAllowed: boolean) => void;
  error: string | undefined;
}
function LateNotice({ endedOn, isAllowed, onAllow, error }: LateNoticeProps) {
  return (
    <Alert color="yellow" variant="light" title="The return window is over">
      It ended on {endedOn}.
      <Checkbox
        mt="xs"
        color="teal"
        label="Take it all the same; the note says why"
        checked={isAllowed}
        onChange={(event) => onAllow(event.currentTarget.checked)}
        error={error}
      />
    </Alert>
  );
}

/** Lines are refused by their place in what was sent; they are shown by their ids. */
function errorsOf({ fields, message }: ApiError, sent: readonly OrderLine[]): Record<string, string> {
  if (fields.length === 0) return { lines: message };
  return Object.fromEntries(
    fields.map((field) => {
      const index = /^lines\.(\d+)/.exec(field.path)?.[1];
      return [index === undefined ? field.path : sent[Number(index)]!._id, field.message];
    }),
  );
}

/** Another kind of return has other reasons: those chosen for this one are taken back. */
const withoutReasons = (wanted: Readonly<Record<string, ReturnedLine>>): Record<string, ReturnedLine> =>
  Object.fromEntries(Object.entries(wanted).map(([id, one]) => [id, { ...one, reasonId: null }]));

function wrongIn(
  chosen: readonly OrderLine[],
  wanted: Readonly<Record<string, ReturnedLine>>,
  left: ReadonlyMap<string, number>,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const line of chosen) {
    const { quantity } = wanted[line._id]!;
    const most = left.get(line._id) ?? 0;
    if (!quantity || Number.isNaN(quantity)) wrong[line._id] = 'Enter a quantity above 0';
    else if (quantity > most)
      wrong[line._id] = `At most ${formatQuantity(most, countedIn(line))} can come back`;
  }
  return wrong;
}

interface ItemProps {
  line: OrderLine;
  most: number;
  wanted: ReturnedLine | undefined;
  reasons: readonly { _id: string; name: string }[];
  error: string | undefined;
  onChange: (wanted: ReturnedLine | null) => void;
}
function Item({ line, most, wanted, reasons, error, onChange }: ItemProps) {
  const unit = countedIn(line);
  return (
    <li className={classes.item} data-on={wanted ? true : undefined}>
      <div className={classes.itemHead}>
        <Checkbox
          color="teal"
          label={line.name}
          description={`${formatQuantity(most, unit)} can come back`}
          checked={wanted !== undefined}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? { quantity: most, reasonId: null } : null)
          }
        />
        {wanted && (
          <QuantityInput
            aria-label={`How much of ${line.name}`}
            unit={unit}
            value={wanted.quantity}
            onChange={(quantity) => onChange({ ...wanted, quantity })}
          />
        )}
      </div>
      {wanted && (
        <Select
          aria-label={`Reason for ${line.name}`}
          placeholder="Reason"
          clearable
          data={reasons.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={wanted.reasonId}
          onChange={(reasonId) => onChange({ ...wanted, reasonId })}
        />
      )}
      {error && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {error}
        </Text>
      )}
    </li>
  );
}
