import type { AreaPoint } from '@aisle/contract/locations/delivery-area';
import type { DeliveredPlace } from '@aisle/contract/locations/locations';
import { Button, Group, Input, Text, Textarea } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { MapPin, Place } from '../../../ui/map/map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import {
  cornersAround,
  cornersOf,
  cornersProblem,
  cornersText,
  withCorner,
  withMiddle,
} from '../delivery/area.ts';
import { dotsOf, insideText } from '../delivery/polygon-map.tsx';

interface AreaEditorProps {
  /** The store; null until it has a position. */
  store: (Place & { name: string }) | null;
  /** The radius of a newly drawn area. */
  radiusKm: number;
  points: readonly AreaPoint[];
  places: readonly DeliveredPlace[];
  error: ReactNode;
  onChange: (points: AreaPoint[]) => void;
}
const cornerId = (at: number) => `corner ${at + 1}`;

/** Edits the delivery area by its corners on the map, or by their coordinates. */
export function AreaEditor({ store, radiusKm, points, places, error, onChange }: AreaEditorProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const dots = useMemo(() => dotsOf(places, points), [places, points]);
  const hasCorners = points.length > 0;
  if (!store && !hasCorners) {
    return <Text c="dimmed">Enter the map position above first, then draw the area around it.</Text>;
  }
  const move = (id: string, to: Place) =>
    onChange(points.map((point, at) => (cornerId(at) === id ? to : point)));
  const remove = (at: number) => {
    onChange(points.toSpliced(at, 1));
    setSelected(null);
  };
  function add(): void {
    const longer = withMiddle(points);
    onChange(longer.points);
    setSelected(longer.added);
  }
  return (
    <div>
      {hasCorners && (
        <MapView
          label="Delivery area"
          pins={[...storePin(store), ...points.map((point, at) => cornerPin(point, at, at === selected))]}
          areas={[{ id: 'area', points: points.map((point, at) => ({ ...point, id: cornerId(at) })) }]}
          dots={dots}
          onPress={(id) => setSelected(points.findIndex((_, at) => cornerId(at) === id))}
          onMove={move}
          onPlace={(place) => onChange(withCorner(points, place))}
        />
      )}
      <Group gap="xs" mt="xs">
        {hasCorners ? (
          <>
            <Button variant="default" size="xs" onClick={add}>
              Add corner
            </Button>
            {selected !== null && points.length > 3 && (
              <Button variant="default" size="xs" onClick={() => remove(selected)}>
                Remove corner {selected + 1}
              </Button>
            )}
          </>
        ) : (
          <Button variant="default" size="xs" onClick={() => onChange(cornersAround(store!, radiusKm))}>
            Draw an area around the store
          </Button>
        )}
      </Group>
      {hasCorners && (
        <Text size="sm" c="dimmed" mt="xs">
          Drag the corners, or select one and use the arrow keys. Click the map to add a corner.{' '}
          {dots.length > 0 && insideText(dots)}
        </Text>
      )}
      {error && <Input.Error mt="xs">{error}</Input.Error>}
      <CornersField points={points} onChange={onChange} />
    </div>
  );
}

const storePin = (store: AreaEditorProps['store']): MapPin[] =>
  store ? [{ ...store, id: 'store', label: '', icon: <IconBuildingStore size={16} />, isStatic: true }] : [];
const cornerPin = (point: AreaPoint, at: number, isSelected: boolean): MapPin => ({
  ...point,
  id: cornerId(at),
  name: `Corner ${at + 1}`,
  label: '',
  icon: at + 1,
  family: 'working',
  isSelected,
});

/** For areas given as coordinates, and for editing without a map. */
function CornersField({ points, onChange }: Pick<AreaEditorProps, 'points' | 'onChange'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? null : cornersProblem(typed);
  return (
    <Textarea
      mt="sm"
      label="Corners"
      description="Latitude and longitude of each corner, one per line"
      placeholder={'30.2849, -97.7341'}
      autosize
      minRows={3}
      maxRows={8}
      value={typed ?? cornersText(points)}
      error={problem}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const read = cornersOf(text);
        if (read) onChange(read);
      }}
      onBlur={() => problem === null && setTyped(null)}
    />
  );
}
