/** How long credits last at that pace, as roughly as it can be known. */
export function runwayText(available: number, perDay: number): string {
  if (available <= 0) return 'Depleted'
  if (perDay <= 0) return 'No usage'
  const days = available / perDay
  if (days < 1) return 'Less than a day'
  if (days < 60) return days < 2 ? '1 day' : `${Math.floor(days)} days`
  if (days < 730) return `${Math.floor(days / 30)} months`
  return 'Over 2 years'
}
