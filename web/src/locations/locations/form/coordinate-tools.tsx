import { Address } from '@aisle/contract/core/fields';
import { geocodingRoutes } from '@aisle/contract/system/geocoding';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import type { FormOfLocation } from './location-values.ts';
import { type Point, pointIn } from './map-link.ts';

const unreadable = 'No coordinates found. Paste a full link from a map, or "latitude, longitude".';

/** Fills in the coordinates of a location: from its address, the user's position or a map link. */
export function CoordinateTools({ form }: { form: FormOfLocation }) {
  const locating = useWrite(geocodingRoutes.locate);
  const [message, setMessage] = useState('');
  const [link, setLink] = useState('');
  const address = Address.safeParse({ ...form.values.address, line2: form.values.address.line2 || null });
  const found = useRef<Point>(undefined);
  const values = useRef(form.values);
  values.current = form.values;
  /** Whether the coordinates are empty or found by address, not entered by hand. */
  function areOwn(): boolean {
    const { latitude, longitude } = values.current;
    if (latitude === null && longitude === null) return true;
    return latitude === found.current?.latitude && longitude === found.current?.longitude;
  }

  function fill({ latitude, longitude }: Point, text: string): void {
    form.setFieldValue('latitude', latitude);
    form.setFieldValue('longitude', longitude);
    setMessage(text);
  }
  async function findAddress(isWanted = () => true): Promise<void> {
    if (!address.success) return;
    try {
      const point = await locating.mutateAsync({ body: { address: address.data } });
      if (!isWanted()) return;
      if (!point) setMessage("This address wasn't found. Enter the coordinates, or paste a map link.");
      else {
        found.current = point;
        fill(
          point,
          point.isApproximate
            ? 'Approximate: the middle of the postal code. Paste a map link for the exact spot.'
            : 'Found by the address.',
        );
      }
    } catch {
      // A toast reports the error.
    }
  }
  useWhenComplete(address.success ? JSON.stringify(address.data) : '', () => {
    if (areOwn()) void findAddress(areOwn);
  });
  function useMyPosition(): void {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => fill(coords, 'Set to your current position.'),
      () => setMessage("Your position isn't available. Allow it in your browser, or paste a map link."),
      { timeout: 10_000, enableHighAccuracy: true },
    );
  }
  return (
    <div>
      <Group gap="sm" mb="sm">
        <Button
          variant="default"
          leftSection={<IconMapPin size={16} />}
          disabled={!address.success}
          loading={locating.isPending}
          onClick={() => void findAddress()}
        >
          Find from address
        </Button>
        {'geolocation' in navigator && (
          <Button variant="default" leftSection={<IconCurrentLocation size={16} />} onClick={useMyPosition}>
            Use my position
          </Button>
        )}
      </Group>
      <TextInput
        label="Map link"
        placeholder="Paste a link from Google Maps, Apple Maps or OpenStreetMap"
        value={link}
        error={link.trim() !== '' && !pointIn(link) && unreadable}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setLink(text);
          const point = pointIn(text);
          if (point) fill(point, 'Set from the map link.');
        }}
      />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {message}
      </Text>
    </div>
  );
}

const settledMs = 700;
/** Calls `onComplete` when the address is completely typed, but not for the initial address. */
function useWhenComplete(address: string, onComplete: () => void): void {
  const [settled] = useDebouncedValue(address, settledMs);
  const first = useRef(address);
  const complete = useEffectEvent(onComplete);
  useEffect(() => {
    if (settled && settled !== first.current) complete();
  }, [settled]);
}
