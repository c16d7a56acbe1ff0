/** For so many days from that of the purchase on, a buyer can withdraw from the contract. */
export const withdrawalDays = 14;
