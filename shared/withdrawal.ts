/** How many days, counted from the day of the purchase, a buyer can withdraw from the contract. */
export const withdrawalDays = 14;
