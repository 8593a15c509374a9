/** The handbook of the sample shop. Written for this product. */
export const handbook = {
  'Returns and refunds': `# Returns and refunds

A bike can be returned within 30 days after delivery, as long as it was ridden less than 50 kilometres. Accessories can be returned within 60 days in their packaging.

The refund is paid to the card that was charged, within five working days after the parcel is back in the workshop. Return shipping is free for bikes and costs 6 euros for accessories.

## Damaged goods

Damage in transit is reported within 14 days with a photo. The customer chooses a replacement or the full price with the cost of shipping.`,
  Delivery: `# Delivery

Accessories leave the warehouse on the same day when they are ordered before noon. Bikes are assembled first and leave after three working days.

Delivery within the country takes one to two days, to other countries of Europe three to six. A bike is delivered in person: the carrier calls on the day before.

Shipping is free above 80 euros; below it costs 5.90 euros.`,
  'Warranty and service': `# Warranty and service

Frames have a warranty of ten years, batteries of two years or 500 charges, whichever comes first. Tyres, chains and brake pads wear out and have none.

The first inspection is free within six months. A full service takes two working days and costs 89 euros with parts up to
20 euros.

## Stolen bikes

The frame number is on the invoice. Customers who report a theft get the invoice and a photo of the model for the police.`,
} as const
