import { useState } from 'react';
import { storedText } from '#client/lib/storage.ts';
import { type GalleryOrder, galleryOrders } from './gallery-order.ts';

const stored = storedText('local', 'memori.galleryOrder');

/** The order of the gallery, which this browser remembers, and a function that changes it. */
export function useGalleryOrder(): [GalleryOrder, (order: GalleryOrder) => void] {
  const [order, setOrder] = useState<GalleryOrder>(() => {
    const before = stored.read();
    return galleryOrders.find((each) => each === before) ?? 'made';
  });
  return [
    order,
    (next) => {
      stored.write(next);
      setOrder(next);
    },
  ];
}
