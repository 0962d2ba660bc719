import type { CountItem } from '@aisle/contract/warehouse/stock-counts';
import { useEffect, useRef, useState } from 'react';
import { beep } from '../../../ui/scan/beep.ts';

interface ChosenItem {
  _id: string;
  name: string;
  sku: string;
  unit: CountItem['subProductData']['unit'];
  soldByWeight: boolean;
}

/** A number this large is a barcode, because counts never reach tens of millions. */
const barcodeFrom = 10_000_000;

/** The item being counted and its quantity; `keep` gets each finished count. */
export function useCounting(keep: (item: ChosenItem, quantity: number) => void) {
  const [item, setItem] = useState<ChosenItem | null>(null);
  const [quantity, setQuantity] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const scanRef = useRef<HTMLInputElement>(null);
  const quantityRef = useRef<HTMLInputElement>(null);

  const itemId = item?._id;
  useEffect(() => {
    if (itemId) quantityRef.current?.focus();
  }, [itemId]);

  function choose(next: ChosenItem): void {
    // Scanning the same item again increments its quantity.
    if (item?._id === next._id) {
      setQuantity((before) => (before ?? 0) + 1);
      scanRef.current?.focus();
      return;
    }
    if (item && quantity !== null && !Number.isNaN(quantity)) keep(item, quantity);
    setItem(next);
    setQuantity(null);
    setError(undefined);
  }
  function changeQuantity(next: number | null): void {
    setQuantity(next);
    setError(undefined);
  }
  function save(): void {
    if (!item) return;
    if (quantity === null || Number.isNaN(quantity) || quantity < 0) {
      setError('Enter what you counted, or 0');
      return;
    }
    // The next item was scanned before this quantity was entered.
    if (quantity >= barcodeFrom) {
      beep('no');
      setQuantity(null);
      setError('That was a barcode. Enter the quantity of this item first');
      return;
    }
    keep(item, quantity);
    setItem(null);
    setQuantity(null);
    scanRef.current?.focus();
  }
  return { item, quantity, error, scanRef, quantityRef, choose, changeQuantity, save };
}
