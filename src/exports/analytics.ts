export type { ForwardOptions } from '../events/forward-events.ts'
export { type DataLayerOptions, forwardToDataLayer } from '../events/forward-to-data-layer.ts'
export { forwardToTrack, type Track, type TrackOptions } from '../events/forward-to-track.ts'
export { forwardToWebhook, type WebhookOptions } from '../events/forward-to-webhook.ts'
