import { itemName } from '@aisle/contract/core/item-name';
import { ActionIcon, Alert, Loader, TextInput } from '@mantine/core';
import { IconBarcode, IconCamera } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../core/pages/lazy.ts';
import { canScanByCamera } from '../../ui/scan/can-scan.ts';
import { Thumb } from '../../ui/thumb.tsx';
import classes from './item-search.module.css';
import { type FoundItem, type ItemSearchProps, useItemSearch } from './use-item-search.ts';

const CameraScan = later(() => import('../../ui/scan/camera-scan.tsx').then((module) => module.CameraScan));

const listOf = (codes: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(codes.map((code) => `“${code}”`));

/**
 * Searches items while the user types, by product, variant, SKU or barcode. Scanners type a code and Enter: the field accepts
 * the next code at once, and unknown codes are reported, with a sound, without blocking the next one.
 */
export function ItemSearch<Item extends FoundItem>(props: ItemSearchProps<Item>) {
  const { label, description, autoFocus, disabled } = props;
  const search = useItemSearch(props);
  const { id, shown, at } = search;
  const [hasCamera, setCamera] = useState(false);
  return (
    <div className={classes.search}>
      <div className="flex gap-2 align-end">
        <TextInput
          ref={search.ref}
          className="grow"
          label={label}
          description={description}
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          leftSection={<IconBarcode size={18} aria-hidden />}
          rightSection={search.isLooking ? <Loader size={16} color="gray" /> : null}
          autoComplete="off"
          enterKeyHint="go"
          value={search.text}
          disabled={disabled}
          {...(autoFocus && { 'data-autofocus': true })}
          onChange={(event) => search.type(event.currentTarget.value)}
          onKeyDown={search.onKey}
          onFocus={search.open}
          onBlur={search.close}
        />
        {canScanByCamera() && (
          <ActionIcon
            variant="default"
            size={36}
            disabled={disabled}
            aria-label="Scan with the camera"
            onClick={() => setCamera(true)}
          >
            <IconCamera size={20} />
          </ActionIcon>
        )}
      </div>
      <Results {...props} search={search} />
      {search.unknown.length > 0 && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          mt={8}
          withCloseButton
          closeButtonLabel="Close"
          onClose={search.forgetUnknown}
        >
          No items match {listOf(search.unknown)}.
        </Alert>
      )}
      {hasCamera && (
        <Suspense>
          <CameraScan onCode={(code) => void search.takeCode(code)} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface ResultsProps<Item extends FoundItem> extends ItemSearchProps<Item> {
  search: ReturnType<typeof useItemSearch<Item>>;
}
function Results<Item extends FoundItem>({ label, note, detail, search }: ResultsProps<Item>) {
  const { id, shown, at, hidden } = search;
  return (
    // The list keeps the focus in the field, where the scanner's next code belongs.
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves through the options from the field
    <div
      className={classes.results}
      hidden={shown.length === 0 && !search.nothing}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={`${id}-list`} role="listbox" aria-label={label} tabIndex={-1}>
        {shown.map((item, index) => (
          <div
            key={item.sku}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={`flex between align-center gap-3 ${classes.item}`}
            data-on={index === at || undefined}
            tabIndex={-1}
            onMouseMove={() => search.point(index)}
            onClick={() => search.take(item)}
            onKeyDown={search.onKey}
          >
            <ItemLabel item={item} note={note?.(item)} />
            {detail && <span className="tabular text-right nowrap">{detail(item)}</span>}
          </div>
        ))}
      </div>
      {search.nothing && (
        <div className={classes.nothing} role="status">
          No items match “{search.nothing}”
        </div>
      )}
      {hidden > 0 && (
        <button
          type="button"
          className={`plain-button ${classes.all}`}
          tabIndex={-1}
          onClick={search.showAll}
        >
          Show all {shown.length + hidden}
        </button>
      )}
    </div>
  );
}

function ItemLabel({ item, note }: { item: FoundItem; note: string | undefined }) {
  const label = (
    <span className="min-w-0 medium break-anywhere">
      {itemName(item)}
      <small>{[item.sku, note].filter(Boolean).join(' · ')}</small>
    </span>
  );
  if (item.picture === undefined) return label;
  return (
    <Thumb picture={item.picture} text={itemName(item)} size={40}>
      {label}
    </Thumb>
  );
}
