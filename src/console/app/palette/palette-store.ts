import { create } from 'zustand';

type PaletteState = { palette: boolean; shortcuts: boolean };

/** Whether the command palette or the shortcut list is open. */
export const usePaletteStore = create<PaletteState>()(() => ({
  palette: false,
  shortcuts: false,
}));

export const openPalette = () => usePaletteStore.setState({ palette: true });
export const closePalette = () => usePaletteStore.setState({ palette: false });
export const openShortcuts = () => usePaletteStore.setState({ shortcuts: true });
export const closeShortcuts = () => usePaletteStore.setState({ shortcuts: false });
