import type { AppState } from './app.svelte'

/** Saves the data of a picture where the reader chooses, or lets the browser download it. */
export function savePicture(app: AppState, session: string, { key, n }: { key: string; n: number }): void {
  void app.attempt('The picture was not saved', async () => {
    const { name, path, download } = await app.api.savePicture({ session, key, n })
    if (download !== '') app.api.download({ url: download, name })
    else if (path !== '') app.toasts.show(`Saved as ${name}`)
  })
}
