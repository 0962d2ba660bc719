import { Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import type { MapCircle } from '../../../ui/map/map.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import type { FormOfLocation } from './location-values.ts';

const id = 'location';
const isDegrees = (value: number | null, max: number): value is number =>
  value !== null && Math.abs(value) <= max;

/** The position in the form as a draggable pin, with the delivery radius around it. */
export function PositionMap({ form }: { form: FormOfLocation }) {
  const { name, latitude, longitude, deliveryRadiusKm, areaKind } = form.values;
  if (!isDegrees(latitude, 85) || !isDegrees(longitude, 180)) return null;
  const place = { latitude, longitude };
  const circles: MapCircle[] =
    areaKind === 'circle' && deliveryRadiusKm !== null && deliveryRadiusKm > 0
      ? [{ ...place, id, radiusKm: deliveryRadiusKm, kind: 'area' }]
      : [];
  return (
    <div>
      <MapView
        label="Map position of the location"
        pins={[
          {
            ...place,
            id,
            name: `${name || 'This location'} on the map`,
            label: name,
            icon: <IconBuildingStore size={16} />,
            isSelected: true,
          },
        ]}
        circles={circles}
        onMove={(_, moved) => {
          form.setFieldValue('latitude', moved.latitude);
          form.setFieldValue('longitude', moved.longitude);
        }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Drag the pin to the exact spot, or select it and use the arrow keys.
        {circles.length > 0 && ' The circle is the delivery area.'}
      </Text>
    </div>
  );
}
