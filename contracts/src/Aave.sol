// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAavePool} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {Tokens} from "./Tokens.sol";

/// @title Turns an asset into its interest-bearing token and back, one for one, at a trusted Aave V3 pool.
library Aave {
    /// @dev The pool mints its own aToken whatever the route calls it, so the name is checked: what is minted under
    ///      a false one would be measured by nobody and stay behind.
    function supply(address pool, address asset, address aToken, uint256 amount, address payee) internal {
        (,,,,,,,, address minted) = IAavePool(pool).getReserveData(asset);
        if (minted != aToken) revert IExecutor.WrongToken(aToken);
        Tokens.spend(asset, pool, amount, abi.encodeCall(IAavePool.supply, (asset, amount, payee, 0)));
    }

    /// @dev The pool burns what it minted; a route that calls it otherwise has nothing to burn.
    function withdraw(address pool, address asset, uint256 amount, address payee) internal {
        IAavePool(pool).withdraw(asset, amount, payee);
    }
}
