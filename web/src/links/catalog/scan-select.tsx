import type { SubProductChoice } from '@aisle/contract/catalog/sub-products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { ActionIcon, Alert, Button, Group, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconBarcode, IconCamera } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, Suspense, useRef, useState } from 'react';
import type { z } from 'zod';
import { read } from '../../core/api.ts';
import { exactMatch } from '../../core/exact-match.ts';
import { later } from '../../core/pages/lazy.ts';
import { beep } from '../../ui/scan/beep.ts';
import { canScanByCamera } from '../../ui/scan/can-scan.ts';

const CameraScan = later(() => import('../../ui/scan/camera-scan.tsx').then((module) => module.CameraScan));

export type ScannedItem = z.infer<typeof SubProductChoice>;

/** Looks up the item of a code and caches successful results. */
function useCodeLookup(): (code: string) => Promise<{ item?: ScannedItem; others: ScannedItem[] }> {
  const client = useQueryClient();
  return async (code) => {
    const others = await client.fetchQuery({
      ...read(subProductRoutes.dropdown, { query: { search: code } }),
      // An item with an unknown code can have been added since.
      staleTime: ({ state }) => (state.data?.length ? 5 * 60_000 : 0),
    });
    const item = exactMatch(others, code);
    return { ...(item && { item }), others };
  };
}

const listOf = (codes: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(codes);

interface ScanSelectProps {
  onItem: (item: ScannedItem) => void;
  label?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Receives unknown codes. Without it, they are listed here until the user closes the list. */
  onUnknown?: (code: string) => void;
}
/**
 * A field for a scanner, which types a code and Enter; also searches items by words. It accepts the next code at once, because
 * scanners don't wait. Unknown codes are reported, with a sound, and don't block the next one.
 */
export function ScanSelect({
  onItem,
  label = 'Scan, or type a name, SKU or barcode',
  inputRef,
  onUnknown,
}: ScanSelectProps) {
  const lookUp = useCodeLookup();
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [offered, setOffered] = useState<ScannedItem[]>([]);
  const [hasCamera, setCamera] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(field, inputRef ?? null);

  async function take(code: string): Promise<void> {
    const wanted = code.trim();
    if (wanted === '') return;
    setText('');
    setOffered([]);
    const found = await lookUp(wanted).catch(() => undefined);
    if (!found) return setText(wanted); // a toast has reported the error
    const only = found.item ?? (found.others.length === 1 ? found.others[0] : undefined);
    if (only) {
      beep('yes');
      setUnknown((before) => before.filter((one) => one !== wanted));
      onItem(only);
    } else if (found.others.length > 0) setOffered(found.others.slice(0, 8));
    else {
      beep('no');
      if (onUnknown) onUnknown(wanted);
      else setUnknown((before) => [...new Set([...before, wanted])]);
    }
  }
  return (
    <div>
      <Group gap={8} wrap="nowrap" align="end">
        <TextInput
          ref={ref}
          label={label}
          style={{ flex: 1 }}
          leftSection={<IconBarcode size={18} aria-hidden />}
          autoComplete="off"
          enterKeyHint="go"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void take(text);
          }}
        />
        {canScanByCamera() && (
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Scan with the camera"
            onClick={() => setCamera(true)}
          >
            <IconCamera size={20} />
          </ActionIcon>
        )}
      </Group>
      {unknown.length > 0 && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          mt={8}
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setUnknown([])}
        >
          No item has the code or name {listOf(unknown.map((code) => `“${code}”`))}.
        </Alert>
      )}
      {offered.length > 0 && (
        <Group gap={8} mt={8} role="group" aria-label="Which one?">
          {offered.map((item) => (
            <Button
              key={item._id}
              variant="default"
              size="xs"
              onClick={() => {
                setOffered([]);
                // The pressed button disappears; without focus on the field, the scanner's next code would be lost.
                field.current?.focus();
                onItem(item);
              }}
            >
              {item.name} · {item.sku}
            </Button>
          ))}
        </Group>
      )}
      {hasCamera && (
        <Suspense>
          <CameraScan onCode={(code) => void take(code)} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </div>
  );
}
