import { createContext } from 'svelte'
import type { AppState } from './app.svelte'

/** The state of the whole page, for every component under App. */
export const [getApp, setApp] = createContext<AppState>()
